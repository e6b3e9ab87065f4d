extension Program {
    /// Every program of PeekPop that is installed.
    public static let all = [
        PeekpopctlTable.program, PeekpopdTable.program, PeekpopActionsTable.program, PeekpopInputTable.program,
    ]
}

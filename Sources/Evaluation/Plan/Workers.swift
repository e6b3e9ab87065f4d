/// Runs jobs on all processors; what comes of them stands in the order of the jobs, whichever ended first.
public enum Workers {
    public static func map<Job: Sendable, Result: Sendable>(
        _ jobs: [Job], atOnce: Int, _ work: @escaping @Sendable (Job) -> Result, progress: (Int) -> Void = { _ in }
    ) async -> [Result] {
        var results = [Result?](repeating: nil, count: jobs.count)
        await withTaskGroup(of: (Int, Result).self) { group in
            var next = 0
            func start() {
                guard next < jobs.count else { return }
                let (index, job) = (next, jobs[next])
                next += 1
                group.addTask { (index, work(job)) }
            }
            for _ in 0..<max(1, atOnce) { start() }
            var done = 0
            while let (index, result) = await group.next() {
                results[index] = result
                done += 1
                progress(done)
                start()
            }
        }
        return results.map { $0! }
    }
}

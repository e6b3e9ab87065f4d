import CPeekPop
import Glibc

// A handle is the address of a Swift object; its owner in C has one reference to it.

/// For an owner.
func retained(_ object: AnyObject) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// For somebody who borrows it.
func borrowed(_ object: AnyObject) -> OpaquePointer {
    OpaquePointer(Unmanaged.passUnretained(object).toOpaque())
}

/// What a handle stands for.
func object<T: AnyObject>(_ handle: OpaquePointer?, _ type: T.Type = T.self) -> T? {
    handle.map { Unmanaged<T>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// What a handle stands for, with its owner's reference.
func taken<T: AnyObject>(_ handle: OpaquePointer?, _ type: T.Type = T.self) -> T? {
    handle.map { Unmanaged<T>.fromOpaque(UnsafeRawPointer($0)).takeRetainedValue() }
}

/// `nil`, for an argument that makes no sense.
func invalid<T>(_ type: T.Type = T.self) -> T? {
    errno = EINVAL
    return nil
}

/// The data of an app's callbacks: given back once, when the last of these goes.
final class AppData {
    let pointer: UnsafeMutableRawPointer?
    private let destroy: peekpop_destroy?

    init(_ pointer: UnsafeMutableRawPointer?, _ destroy: peekpop_destroy?) {
        self.pointer = pointer
        self.destroy = destroy
    }

    deinit {
        destroy?(pointer)
    }
}

/// A struct of C that begins with its own size, as far as the app's header knew it; zero beyond that.
///
/// - Returns: `nil` where there is none, or its size cannot be.
func copied<T: BitwiseCopyable>(_ source: UnsafePointer<T>?) -> T? {
    guard let source else { return nil }
    let size = UnsafeRawPointer(source).load(as: Int.self)
    guard size >= MemoryLayout<Int>.size else { return nil }
    return withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { copy in
        let bytes = UnsafeMutableRawBufferPointer(copy)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        bytes.copyMemory(from: UnsafeRawBufferPointer(start: source, count: min(size, MemoryLayout<T>.size)))
        return copy[0]
    }
}

/// Memory for what a callback is given; it goes when the callback has returned.
final class Lent {
    private var blocks: [UnsafeMutableRawPointer] = []

    deinit {
        for block in blocks { block.deallocate() }
    }

    func text(_ text: String?) -> UnsafePointer<CChar>? {
        guard let text else { return nil }
        let utf8 = Array(text.utf8CString)
        return utf8.withUnsafeBufferPointer { array($0.map { $0 }) }
    }

    func one<T: BitwiseCopyable>(_ value: T) -> UnsafePointer<T> { array([value]) }

    func array<T: BitwiseCopyable>(_ values: [T]) -> UnsafePointer<T> {
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: max(values.count, 1) * MemoryLayout<T>.stride, alignment: MemoryLayout<T>.alignment)
        blocks.append(block)
        let typed = block.bindMemory(to: T.self, capacity: max(values.count, 1))
        for (index, value) in values.enumerated() { typed[index] = value }
        return UnsafePointer(typed)
    }

    /// Pointers to structs that may grow.
    func pointers<T: BitwiseCopyable>(_ values: [T]) -> UnsafePointer<UnsafePointer<T>?> {
        array(values.map { one($0) as UnsafePointer<T>? })
    }
}

import FoundationEssentials
import Linux
import PeekPopWire
import Systemd
import Varlink

/// Why feedback was not played.
public enum FeedbackError: Error, Equatable, Sendable, CustomStringConvertible {
    case noSuchDevice
    /// The pad cannot do this; in words.
    case notSupported(String)
    /// The pad is there, but cannot be used now; in words, with what to do.
    case unavailable(String)
    /// Asked for more often than one process may: it may again in so many microseconds.
    case tooOften(retryUsec: UInt64)
    /// The service could not be asked; in words.
    case failed(String)

    public var description: String {
        switch self {
        case .noSuchDevice: "there is no such pad"
        case .notSupported(let why), .unavailable(let why), .failed(let why): why
        case .tooOften(let usec): "feedback is asked for too often; again in \(usec) µs"
        }
    }

    init(_ error: VarlinkClientError) {
        guard case .server(let name, let parameters) = error else {
            self = .failed("\(error)")
            return
        }
        let complaint = try? JSONDecoder().decode(Wire.Complaint.self, from: parameters)
        switch name {
        case GesturesError.noSuchDeviceName: self = .noSuchDevice
        case GesturesError.notSupportedName: self = .notSupported(complaint?.reason ?? name)
        case GesturesError.deviceUnavailableName: self = .unavailable(complaint?.reason ?? name)
        case GesturesError.tooOftenName:
            let impatience = try? JSONDecoder().decode(Wire.Impatience.self, from: parameters)
            self = .tooOften(retryUsec: impatience?.retryUsec ?? 0)
        default: self = .failed("\(error)")
        }
    }
}

/// Asks for feedback, one after the other, over connections of its own: that of the presses is busy with them.
final class FeedbackDesk {
    typealias Completion = (Result<Void, FeedbackError>) -> Void

    /// So many wait at most: more than a hand feels apart.
    static let limit = 16

    private let loop: EventLoop
    private let path: String
    private var waiting: [(parameters: Wire.PlayFeedback, completion: Completion)] = []
    private var client: VarlinkClient?

    init(_ loop: EventLoop, path: String) {
        self.loop = loop
        self.path = path
    }

    func ask(_ pattern: FeedbackPattern, on device: String, _ completion: @escaping Completion) {
        guard waiting.count < FeedbackDesk.limit else {
            return completion(.failure(.failed("\(FeedbackDesk.limit) feedbacks have not been played yet")))
        }
        // The same patterns: a test compares them.
        let pattern = Wire.FeedbackPattern(rawValue: pattern.rawValue)!
        waiting.append((Wire.PlayFeedback(device: device, pattern: pattern), completion))
    }

    /// Sends what waits, unless something is on its way.
    func turn() {
        guard client?.isBusy != true, let next = waiting.first else { return }
        do throws(VarlinkClientError) {
            if client == nil { client = try connect() }
            try client?.stream(Wire.Method.playFeedback, next.parameters)
        } catch {
            fail(error)
        }
    }

    func failAll(_ why: String) {
        hangUp()
        let all = waiting
        waiting = []
        for one in all { one.completion(.failure(.failed(why))) }
    }

    private func hangUp() {
        client?.detach()
        client = nil
    }

    private func connect() throws(VarlinkClientError) -> VarlinkClient {
        let client = try VarlinkClient(path: path)
        do throws(Errno) {
            try client.attach(to: loop) { [unowned self] in answered($0.map { _ in }) }
        } catch {
            throw .transport(SystemError("watching a socket", error))
        }
        return client
    }

    private func answered(_ result: Result<Void, VarlinkClientError>) {
        switch result {
        case .success:
            waiting.removeFirst().completion(.success(()))
        case .failure(let error):
            guard case .server = error else { return fail(error) }
            waiting.removeFirst().completion(.failure(FeedbackError(error)))
        }
        // Between two bursts there is no reason to hold a connection.
        if waiting.isEmpty { hangUp() }
        turn()
    }

    /// The connection is of no use, and so is asking again at once.
    private func fail(_ error: VarlinkClientError) {
        failAll("\(error)")
    }
}

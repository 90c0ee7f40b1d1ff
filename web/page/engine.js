// The worker with the engine. One that dies, or that takes too long, is started again.
const PATIENCE = 20_000;

export class EngineProxy {
  #worker;
  #waiting = new Map();
  #number = 0;
  restarts = 0;

  constructor(onRestart) {
    this.onRestart = onRestart;
    this.#start();
  }

  #start() {
    this.#worker = new Worker("worker.js", { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#settle(data);
    this.#worker.onerror = () => this.restart("the engine stopped");
  }

  #settle({ id, ok, failure, took }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (failure?.kind === "engine_died") this.restart(failure.message);
    if (failure) waiting.reject(failure);
    else waiting.resolve({ ok, took });
  }

  /** Ends the worker, fails what waits for it, and starts another one, which the page loads. */
  restart(reason) {
    this.restarts += 1;
    this.#worker.terminate();
    const failed = [...this.#waiting.values()];
    // One that dies while it loads would die again.
    const wasLoading = failed.some(({ method }) => method === "load");
    this.#waiting.clear();
    this.#start();
    const failure = { severity: "error", kind: "engine_died", message: `The engine was started again: ${reason}` };
    for (const { reject, timer } of failed) {
      clearTimeout(timer);
      reject(failure);
    }
    if (!wasLoading) this.onRestart();
  }

  load(options) {
    return this.call("load", options);
  }

  call(method, ...args) {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.restart("it took too long"), PATIENCE);
      this.#waiting.set(id, { method, resolve, reject, timer });
      this.#worker.postMessage({ id, method, args });
    });
  }
}

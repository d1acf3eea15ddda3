/** Answers each message after a short while. */
const TICK_MS = 50;

self.addEventListener('message', () => setTimeout(() => self.postMessage('tick'), TICK_MS));

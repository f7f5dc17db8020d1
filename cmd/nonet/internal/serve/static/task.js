// task.js: a question to the server that is asked again whenever the puzzle changes.

/**
 * latest returns a function that calls run(signal). While a run is under way, further calls ask for one more run after
 * it; the run under way is stopped if it takes longer than 150 ms, since its answer is not wanted any more. So the
 * first key of many is answered at once, and the server never has more than one such question of this page.
 */
export function latest(run) {
  let current = null,
    again = false,
    timer = 0;
  const start = async () => {
    current = new AbortController();
    again = false;
    try {
      await run(current.signal);
    } catch (e) {
      if (e.name !== "AbortError") throw e;
    } finally {
      clearTimeout(timer);
      timer = 0;
      current = null;
      if (again) start();
    }
  };
  const ask = () => {
    if (!current) return start();
    again = true;
    if (!timer) timer = setTimeout(() => current && current.abort(), 150);
  };
  ask.stop = () => {
    again = false;
    if (current) current.abort();
  };
  return ask;
}

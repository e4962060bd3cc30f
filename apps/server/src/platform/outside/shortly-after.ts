/** Aborts some ms after another signal does, so that what is under way as the process stops may finish: an aborted one could arrive and be sent again. */
export const shortlyAfter = (stopping: AbortSignal, graceMs: number): AbortSignal => {
  const late = new AbortController()
  const cut = () => setTimeout(() => late.abort(), graceMs).unref()
  if (stopping.aborted) cut()
  else stopping.addEventListener('abort', cut, { once: true })
  return late.signal
}

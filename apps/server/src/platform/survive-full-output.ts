/**
 * Keeps the process alive when its output can no longer be written: to a file on a full disk, or to a program that has
 * ended. Readings and alerts continue without output, and nothing can report that it is missing.
 */
export const surviveFullOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

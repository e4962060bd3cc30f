/**
 * Lets the process live where what it prints can no longer be written: to a file on a full disk, or to a program that has
 * ended. Readings and alerts continue without words, and there is nowhere to say that they are missing.
 */
export const surviveFullOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

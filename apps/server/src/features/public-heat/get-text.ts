/** How long an answer may take and how much it may hold. */
export type Patience = { readonly timeoutMs: number; readonly maxBytes: number }

/** A month of a station is some 20 KB, an answer of the calls far less. */
export const usualPatience: Patience = { timeoutMs: 10_000, maxBytes: 1_000_000 }

/**
 * The text at an address; null where there is none (404).
 * @throws where it takes too long, holds too much, or the server answers otherwise
 */
export const getText = async (url: URL, stopping: AbortSignal, { timeoutMs, maxBytes }: Patience): Promise<string | null> => {
  const response = await fetch(url, { signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]) })
  if (!response.ok) {
    await response.body?.cancel()
    if (response.status === 404) return null
    throw new Error(`HTTP ${response.status}`)
  }
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    // Leaving the loop cancels the body.
    if (bytes > maxBytes) throw new RangeError(`the answer is larger than ${maxBytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

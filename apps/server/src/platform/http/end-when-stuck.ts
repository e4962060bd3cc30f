import type { ServerResponse } from 'node:http'

/**
 * Ends a long answer whose client takes nothing of what was written for so long. Without it one that has vanished, or keeps its window
 * shut, is waited for until TCP gives up. An answer that has nothing to write for the moment is not ended.
 * @param stuckMs how long nothing may leave, ms
 */
export const endWhenStuck = (raw: ServerResponse, stuckMs: number): void => {
  raw.setTimeout(stuckMs, () => {
    if (raw.writableLength > 0) raw.destroy()
  })
}

/** So many take a few milliseconds where each is one write to a socket. */
const portion = 50

/**
 * Does something for each of many, a portion in each turn of the event loop, so that nothing else waits for all of them.
 * @param each must not throw
 */
export const inPortions = async <Item>(items: readonly Item[], each: (item: Item) => void): Promise<void> => {
  for (let start = 0; start < items.length; start += portion) {
    if (start > 0) await new Promise(setImmediate)
    for (const item of items.slice(start, start + portion)) each(item)
  }
}

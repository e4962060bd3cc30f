// What a browser refuses to store, since storage is blocked or full. It is there while the page is open.
const unstored = new Map<string, string>()

/** `localStorage` for pages that must work where a browser stores nothing: there the values are kept while the page is open. */
export const safeStorage = {
  get: (key: string): string | null => {
    const value = unstored.get(key)
    if (value !== undefined) return value
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  set: (key: string, value: string): void => {
    try {
      localStorage.setItem(key, value)
      unstored.delete(key)
    } catch {
      unstored.set(key, value)
    }
  },
}

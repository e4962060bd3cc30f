declare module 'virtual:japan-outline' {
  /** The coasts of Japan's islands, each a ring of [longitude, latitude]. */
  export const japanOutline: readonly (readonly (readonly [longitude: number, latitude: number])[])[]
}

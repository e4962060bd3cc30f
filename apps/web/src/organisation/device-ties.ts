/** What hangs on a device where it stands, and is lost when it goes. */
export type DeviceTies = {
  /** Who wears it. */
  readonly wearer?: string | null
  /** What it is linked with, in words: 親機・子機 GW-01。 */
  readonly links: readonly string[]
  readonly onMap: boolean
}

/** What goes with a device that goes, a sentence each; nothing where nothing hangs on it. */
export const lossesOf = ({ wearer = null, links, onMap }: DeviceTies): readonly string[] => [
  ...(wearer === null ? [] : [`${wearer}さんが着けています。その人からは外れます。`]),
  ...(links.length === 0 ? [] : [`${links.join('、')}とのつながりは外れます。`]),
  ...(onMap ? ['マップの位置は消えます。'] : []),
]

/** What the question before a deletion says: what goes, and that the records stay. */
export const removalWords = (ties: DeviceTies): string => ['', ...lossesOf(ties), '測定値とアラートの記録は残ります。'].join('\n').trimStart()

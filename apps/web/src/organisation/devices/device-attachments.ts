import type { Removal } from '@mimamori/contract/import'

/** What is linked to a device at its place, and is lost when it goes. */
export type DeviceAttachments = {
  /** Who wears it. */
  readonly wearer?: string | null
  /** What it is linked with, in words: 親機・子機 GW-01。 */
  readonly links: readonly string[]
  readonly onMap: boolean
  /** The name of its place. */
  readonly placeName?: string | null
  /** True of what settings are sent to: those on their way are lost where it moves. */
  readonly isTold?: boolean
}

/** So many serials are named one by one. */
const named = 8

/** The devices of a kind that something is linked with: 親機・子機 GW-01、GW-02; none at all where there is none. */
export const linksTo = (kind: string, serials: readonly string[]): readonly string[] => {
  if (serials.length === 0) return []
  const rest = serials.length - named
  return [`${kind} ${serials.slice(0, named).join('、')}${rest > 0 ? ` ほか${rest}台` : ''}`]
}

/** What is lost with a device, one sentence each; nothing if nothing is linked to it. */
export const lossesOf = ({ wearer = null, links, onMap }: DeviceAttachments): readonly string[] => [
  ...(wearer === null ? [] : [`${wearer}さんが着けています。その人からは外れます。`]),
  ...(links.length === 0 ? [] : [`${links.join('、')}とのつながりは外れます。`]),
  ...(onMap ? ['マップの位置は消えます。'] : []),
]

const recordsStay = '測定値とアラートの記録は残ります。'

/** What the question before a deletion says beside the name, a line each: what goes, and that the records stay. */
export const removalWords = (attachments: DeviceAttachments): string => ['', ...lossesOf(attachments), recordsStay].join('\n')

const inWords = (count: number) => count.toLocaleString('ja-JP')

/** The same of a file that deletes devices. */
export const fileRemovalWords = ({ deleted, worn, linked }: Removal): string =>
  [
    `このファイルは、機器を${inWords(deleted)}台削除します。`,
    ...(worn === 0 ? [] : [`着用中の${inWords(worn)}台は、着けている人から外れます。`]),
    ...(linked === 0 ? [] : [`ほかの機器とつながっている${inWords(linked)}台は、つながりが外れます。`]),
    recordsStay,
  ].join('\n')

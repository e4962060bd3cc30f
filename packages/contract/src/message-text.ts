/** What the places in braces of a message are filled with. */
export type MessageValues = Readonly<Record<string, string | number>>

/** A message with its places filled. @throws Error where a value is missing */
export const fillMessage = (text: string, values: MessageValues = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, place: string) => {
    const value = values[place]
    if (value === undefined) throw new Error(`「${text}」 lacks ${place}`)
    return String(value)
  })

/** Titles of dialogs. 注意 alone is the name of level 1, so a caution says ご注意. */
export const dialogTitles = { success: '完了', failure: '失敗', caution: 'ご注意' } as const

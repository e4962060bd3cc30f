/** The words of a cluster: how many people, and before them how many of them are in an emergency. */
export const clusterWords = (count: number, urgent: number): { readonly figure: string; readonly rest: string } =>
  urgent === 0 ? { figure: String(count), rest: '人' } : { figure: String(urgent), rest: ` 計${count}人` }

/** How wide the words after the figure are at 12 px, in CSS pixels. */
export const restWidth = (rest: string): number => rest.length * 12 - (rest.match(/[0-9 ]/g) ?? []).length * 5

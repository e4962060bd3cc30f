/** Shown if nothing is known. */
export const nothing = '―'

const tenth = (value: number): string => String(Math.round(value * 10) / 10)

/** Seconds as they are said: 45秒, 3.2分, 13分, 1.3時間, 2日. */
export const waitInWords = (seconds: number): { readonly value: string; readonly unit: string } => {
  if (seconds < 60) return { value: String(seconds), unit: '秒' }
  if (seconds < 600) return { value: tenth(seconds / 60), unit: '分' }
  if (seconds < 3_570) return { value: String(Math.round(seconds / 60)), unit: '分' }
  if (seconds < 2 * 86_400) return { value: tenth(seconds / 3_600), unit: '時間' }
  return { value: tenth(seconds / 86_400), unit: '日' }
}

/** 93%; nothing of nothing is no share. */
export const shareOf = (part: number, whole: number): string => (whole === 0 ? nothing : `${Math.round((part / whole) * 100)}%`)

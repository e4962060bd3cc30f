/** A heat excess with its sign, the real minus included: +3.2, −0.9; what rounds to zero carries none. */
export const signed = (value: number): string => {
  const size = Math.abs(value).toFixed(1)
  if (Number(size) === 0) return size
  return value < 0 ? `−${size}` : `+${size}`
}

/** How far a height may be off (cm), as people on site say it: ±25cm, ±1m以上. Without zeroing it is that or worse. */
export const accuracyInWords = (cm: number): string => (cm < 100 ? `±${cm}cm` : `±${cm / 100}m以上`)

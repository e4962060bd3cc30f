/** A heat excess with its sign, the real minus included: +3.2, −0.9; what rounds to zero carries none. */
export const signed = (value: number): string => {
  const size = Math.abs(value).toFixed(1)
  if (Number(size) === 0) return size
  return value < 0 ? `−${size}` : `+${size}`
}

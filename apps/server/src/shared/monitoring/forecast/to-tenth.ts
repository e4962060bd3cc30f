/** °C rounded to a tenth, as values are shown; never minus zero. */
export const toTenth = (value: number): number => Math.round(value * 10) / 10 + 0

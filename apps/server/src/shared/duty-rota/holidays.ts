import holidayJp from '@holiday-jp/holiday_jp'

const names: Readonly<Record<string, { readonly name: string } | undefined>> = holidayJp.holidays

/** What a public holiday in Japan is called, a substitute one and a day between two included; null on every other day. The list ends in 2050. */
export const holidayNameOf = (day: string): string | null => names[day]?.name ?? null

/** A public holiday or a Sunday (休日). */
export const isOff = (day: string): boolean => new Date(day).getUTCDay() === 0 || holidayNameOf(day) !== null

/** A first and a last day, each YYYY-MM-DD or open. */
export type Days = readonly [from: string | undefined, to: string | undefined]

/** A period from another first day: a last day that would lie before it follows, since nothing is found between. */
export const withFirst = ([, to]: Days, from: string | undefined): Days => [
  from,
  from !== undefined && to !== undefined && to < from ? from : to,
]

/** A period to another last day; its first day follows. */
export const withLast = ([from]: Days, to: string | undefined): Days => [
  to !== undefined && from !== undefined && to < from ? to : from,
  to,
]

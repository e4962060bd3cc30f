/** What is done to a running product. */
export const disturbanceKinds = [
  'kill of the server',
  'kill of the database',
  'kill of both',
  'orderly restart',
  'upgrade',
  'database stopped',
  'database halted',
  'disk full',
  'broker away',
  'mail server away',
] as const
export type DisturbanceKind = (typeof disturbanceKinds)[number]

/** A disturbance: on which day of the week (0 is Monday) at which hour it begins, and how many minutes it takes, all by the pressed clock. */
export type Disturbance = { readonly kind: DisturbanceKind; readonly day: number; readonly hour: number; readonly minutes: number }

/**
 * The disturbances of a week, in order. Those that end the process come until Wednesday: the one that begins then lives for four days,
 * whose first is for warming up.
 */
export const disturbances: readonly Disturbance[] = [
  { kind: 'kill of the server', day: 0, hour: 10, minutes: 0 },
  { kind: 'mail server away', day: 0, hour: 13.5, minutes: 60 },
  { kind: 'kill of the database', day: 0, hour: 15.5, minutes: 0 },
  { kind: 'orderly restart', day: 1, hour: 9.5, minutes: 0 },
  { kind: 'broker away', day: 1, hour: 11, minutes: 20 },
  { kind: 'upgrade', day: 1, hour: 14, minutes: 0 },
  { kind: 'database stopped', day: 1, hour: 16, minutes: 15 },
  { kind: 'upgrade', day: 2, hour: 9.5, minutes: 0 },
  { kind: 'disk full', day: 2, hour: 11, minutes: 20 },
  { kind: 'kill of both', day: 2, hour: 15.5, minutes: 0 },
  { kind: 'database halted', day: 3, hour: 10, minutes: 10 },
  { kind: 'broker away', day: 3, hour: 14, minutes: 30 },
  { kind: 'database stopped', day: 4, hour: 9.5, minutes: 20 },
  { kind: 'disk full', day: 4, hour: 13.5, minutes: 20 },
  { kind: 'kill of the database', day: 4, hour: 15.5, minutes: 0 },
  { kind: 'mail server away', day: 5, hour: 9, minutes: 120 },
  { kind: 'broker away', day: 5, hour: 14, minutes: 20 },
]

/** The hours of the pressed clock since the beginning of the week. */
export const hoursOf = ({ day, hour }: Pick<Disturbance, 'day' | 'hour'>): number => 24 * day + hour

const endsProcess: readonly DisturbanceKind[] = ['kill of the server', 'kill of both', 'orderly restart', 'upgrade']

/** From when on, in hours of the pressed clock, one process of the product lives undisturbed to the end. */
export const lastStartHours = Math.max(...disturbances.filter(({ kind }) => endsProcess.includes(kind)).map(hoursOf))

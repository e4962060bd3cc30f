import type { ClientBase } from 'pg'

/** Days that a forecast is kept once its time is past. What was said at 17:00 the day before is kept longer, apart. */
const pastForecastDays = 10

// Nothing is searched by the time of all stations else, so that it has no index: these are for a job that runs a few times a day.
const pruneForecasts = `
  delete from public_wbgt p where p.kind = 'forecast' and p.at < $1::timestamptz - make_interval(days => ${pastForecastDays})`
const pruneObserved = `
  delete from public_wbgt p where p.kind <> 'forecast' and p.at < $1::timestamptz - make_interval(days => $2::int)`

/**
 * Removes what no reading can be judged by any more: what was observed as long ago as readings are kept, and the forecasts of past
 * days. It reads all of the table.
 */
export const prunePublicValues = async (client: Pick<ClientBase, 'query'>, now: Date, retentionDays: number): Promise<void> => {
  await client.query(pruneForecasts, [now])
  await client.query(pruneObserved, [now, retentionDays])
}

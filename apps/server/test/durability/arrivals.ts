import type pg from 'pg'

/**
 * Has the database note in which order the readings of each device are stored. Late readings are put in their places and
 * judged again, so that nothing else shows afterwards that they came late. A device's readings are stored by one
 * transaction at a time, so the numbers rise in the order of the commits.
 */
export const noteArrivals = (pool: pg.Pool): Promise<unknown> =>
  pool.query(`
    create table arrival (number bigserial, device_id integer, at timestamptz, stored_at timestamptz default clock_timestamp());
    create function note_arrival() returns trigger language plpgsql as
      'begin insert into arrival (device_id, at) values (new.device_id, new.at); return null; end';
    create trigger note_arrival after insert on reading for each row execute function note_arrival()`)

/** The devices of which readings were stored after newer ones, with how many, and the first. */
export const lateArrivals = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ device_id: number; count: number; at: Date; before: Date; stored_at: Date }>(`
    select told.device_id, count(*)::int as count, min(told.at) as at, min(told.before) as before, min(told.stored_at) as stored_at
      from (select a.device_id, a.at, a.stored_at,
                   max(a.at) over (partition by a.device_id order by a.number rows between unbounded preceding and 1 preceding) as before
              from arrival a) told
     where told.before > told.at group by told.device_id order by told.device_id`)
  return rows.map(
    ({ device_id, count, at, before, stored_at }) =>
      `device ${device_id}: ${count} stored after newer ones, the first of ${at.toISOString()} after ${before.toISOString()}, at ${stored_at.toISOString()}`,
  )
}

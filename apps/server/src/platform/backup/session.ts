import pg from 'pg'

/** A connection of its own for backup or restore, whose text format does not depend on the server's settings. */
export async function openCopySession(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'mimamori-backup' })
  // The running query then fails and reports the error; without a listener Node would end the process.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`
    set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres';
    set bytea_output to 'hex'; set extra_float_digits to 3;
    set statement_timeout to 0; set idle_in_transaction_session_timeout to 0`)
  return client
}

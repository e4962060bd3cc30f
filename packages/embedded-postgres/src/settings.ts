import { totalmem } from 'node:os'
import { join } from 'node:path'

/**
 * Settings the product relies on; they go on the command line, so that those of a new release hold
 * for an old database too.
 * @param diskBytes how large the disk is on which the database lies
 */
export function durableSettings(home: string, diskBytes: number): Record<string, string> {
  const gibibytes = totalmem() / 2 ** 30
  return {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: gibibytes < 4 ? '128MB' : '256MB',
    max_connections: '100',
    // Between two checkpoints it may grow so far: on a small disk it must not fill what is left for the rows.
    max_wal_size: `${Math.min(2_048, Math.max(96, Math.floor(diskBytes / 8 / 2 ** 20)))}MB`,
    checkpoint_timeout: '15min',
    // These programs are built without lz4 and zstd, and pglz costs more time than it saves in writing.
    wal_compression: 'off',
    // Rows are in memory or on an SSD: reading one by its key costs hardly more than reading the next one.
    random_page_cost: '1.1',
    // Parallel processes take cores from the ingestion and from other lists; only large scans are worth it.
    min_parallel_table_scan_size: '256MB',
    min_parallel_index_scan_size: '64MB',
    // Compiling pays for reports over hours of data, not for the short queries of a console.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // PostgreSQL's own collector keeps writing while our process is being replaced.
    logging_collector: 'on',
    log_directory: join(home, 'log'),
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    log_file_mode: '0600',
    log_line_prefix: '%m [%p] %a ',
    // Statements may hold people's names and health data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
  }
}

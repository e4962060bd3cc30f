import { fstatSync } from 'node:fs'

/**
 * Whether what is written to a descriptor goes into systemd's journal, where it is kept, and read by those who may read logs.
 * systemd names the stream of a service in JOURNAL_STREAM (`device:inode`); a program that a service starts may inherit the
 * variable and write elsewhere. Source: systemd.exec(5), $JOURNAL_STREAM.
 */
export const isJournal = (descriptor: number, stream = process.env['JOURNAL_STREAM']): boolean => {
  const { dev, ino } = fstatSync(descriptor)
  return stream === `${dev}:${ino}`
}

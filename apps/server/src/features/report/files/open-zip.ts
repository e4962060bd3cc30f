import { addAbortSignal, type Readable } from 'node:stream'
import { message, type ReportZipRequest } from '@mimamori/contract'
import type { Person } from '../table/person.ts'
import type { Context } from '../../../platform/context.ts'
import { badRequest } from '../../../platform/errors.ts'
import { isBlank, readPersonDays } from '../table/days.ts'
import { checkedSpan } from '../table/span.ts'
import { findReportWorkers, type ReportPerson } from '../table/workers.ts'
import { fillZip, type ZipRequest } from './fill-zip.ts'
import { zipWriter } from '../../../platform/exchange/zip-writer.ts'

export type ZipProgress = {
  /** Ends the work; the stream breaks off. */
  readonly stopping: AbortSignal
  /** Called for each worker once their files are in: so many of so many. */
  readonly onProgress: (done: number, total: number) => void
}

const peopleAtATime = 20

const isAnythingThere = async (context: Context, people: readonly ReportPerson[], zipRequest: ZipRequest): Promise<boolean> => {
  for (let at = 0; at < people.length; at += peopleAtATime) {
    const portion = await readPersonDays(context, people.slice(at, at + peopleAtATime), zipRequest)
    if (portion.some(({ days }) => days.some(({ lines }) => lines.some((line) => !isBlank(line))))) return true
  }
  return false
}

/**
 * The reports of many people as a ZIP, made while it is read: when the reader stops, the work stops.
 * @throws Refusal 400 for days that cannot be and where there is nothing at all (E005), 404 for sites and workers the
 *   actor may not see; all of them before there is a stream
 */
export const openZip = async (
  context: Context,
  actor: Person,
  request: ReportZipRequest,
  { stopping, onProgress }: ZipProgress,
): Promise<Readable> => {
  const { officeId: officeIds, workers, reportTypeZip, statistic } = request
  const span = checkedSpan(request, context.clock())
  const people = await findReportWorkers(context, actor, { officeIds, workers, ...span })
  const zipRequest: ZipRequest = { ...span, types: [...new Set(reportTypeZip)].toSorted((a, b) => a - b), statistic }
  if (!(await isAnythingThere(context, people, zipRequest))) throw badRequest(message('E005'))
  stopping.throwIfAborted()
  const zip = zipWriter(context.clock())
  addAbortSignal(stopping, zip.stream)
  const printed = { printedBy: actor.fullName, printedAt: context.clock() }
  void fillZip(context, zip, people, zipRequest, printed, onProgress).catch((error: Error) => zip.stream.destroy(error))
  return zip.stream
}

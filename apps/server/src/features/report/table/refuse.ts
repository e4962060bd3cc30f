import { issueText, type labels } from '@mimamori/contract'
import { badRequest, type Refusal } from '../../../platform/errors.ts'

type Rule = 'future' | 'futureMonth' | 'beforeStart' | 'tooManyDays' | 'oneWorker' | 'dayOfDaily'

/** 400 that names the field of a report and says what is wrong with it. */
export const refuse = (field: keyof (typeof labels)['report'], rule: Rule): Refusal =>
  badRequest(issueText('report', { code: 'custom', path: [field], params: { rule }, message: '' }))

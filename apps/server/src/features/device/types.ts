import { deviceTypeNames, issueText } from '@mimamori/contract'
import { badRequest } from '../../platform/errors.ts'

/**
 * The types of what people wear as a filter names them, one or several by commas.
 * @throws Refusal 400 where there is no such type
 */
export const deviceTypesFrom = (text = ''): number[] => {
  const types = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (types.some((type) => !Object.hasOwn(deviceTypeNames, type)))
    throw badRequest(issueText('device', { code: 'invalid_value', path: ['deviceType'], values: [], message: '' }))
  return types.map(Number)
}

/** The type of a gateway as a filter names it: of all types where it names none. */
export const gatewayTypesFrom = (type: string | undefined): number[] => (type === undefined ? [] : [Number(type)])

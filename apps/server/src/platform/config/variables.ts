import { backupVariables } from './backup-variables.ts'
import { brokerVariables } from './broker-variables.ts'
import { diskVariables } from './disk-variables.ts'
import { elsewhereVariables } from './elsewhere-variables.ts'
import { listeningVariables } from './listening-variables.ts'
import { operationVariables } from './operation-variables.ts'
import { outsideVariables } from './outside-variables.ts'
import { traceVariables } from './trace-variables.ts'
import type { Variables } from './variable.ts'

/** Every variable that `readConfig` reads. */
export const productVariables = {
  ...listeningVariables,
  ...diskVariables,
  ...backupVariables,
  ...brokerVariables,
  ...outsideVariables,
  ...operationVariables,
  ...traceVariables,
} satisfies Variables

/** The names of all variables that `readConfig` reads. */
export const variableNames: readonly string[] = Object.keys(productVariables)

/** All that an operator may set, in the order in which they read it. */
export const variableGroups: readonly { readonly title: string; readonly variables: Variables }[] = [
  { title: 'Where it is reached', variables: listeningVariables },
  { title: 'Where it keeps what', variables: diskVariables },
  { title: 'Backups', variables: backupVariables },
  { title: 'MQTT', variables: brokerVariables },
  { title: 'Mail, notices, maps and public services', variables: outsideVariables },
  { title: 'What it does, who gets in, how it is watched', variables: operationVariables },
  { title: 'Traces', variables: traceVariables },
  { title: 'Read by commands and libraries', variables: elsewhereVariables },
]

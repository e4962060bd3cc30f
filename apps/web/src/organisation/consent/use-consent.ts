import { endpoints } from '@mimamori/contract/endpoints'
import { isWorkerRole } from '@mimamori/contract/role'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/api.ts'
import { queryOf } from '../../platform/query.ts'
import { useSingleMutation } from '../../platform/use-single-mutation.ts'
import { currentLanguage } from '../../platform/texts.ts'
import { useViewer } from '../../platform/viewer.ts'

const { consent, setConsent } = endpoints.ownData

/** One's own consent. Administrators are not measured: they have none. */
export const useConsent = () => {
  const { roleKey } = useViewer()
  return useQuery({ ...queryOf(consent, {}), enabled: isWorkerRole(roleKey) })
}

/** Gives one's own consent to the text of a version, or withdraws it. Whatever showed the condition asks again. */
export const useSetConsent = () => {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (act: { readonly version: number; readonly given: boolean }) =>
      call(setConsent, { body: { ...act, language: currentLanguage() } }),
    networkMode: 'always',
    onSuccess: async (answer) => {
      client.setQueryData(queryOf(consent, {}).queryKey, answer)
      await client.invalidateQueries({ queryKey: [endpoints.healthCondition.detail.path] })
    },
  })
}

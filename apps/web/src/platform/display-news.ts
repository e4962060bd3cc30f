import { endpoints } from '@mimamori/contract/endpoints'
import { useLive } from './live.ts'
import { queryClient } from './query.ts'

const { ofOffice, ofCompany } = endpoints.masterSetting
const { userInfo } = endpoints.session

/** Reads again what the lists of this console show; and its viewer, from whose menu the belts may have gone. */
export const refetchDisplays = (): Promise<void> =>
  queryClient.invalidateQueries({
    // A form of settings is not touched under its reader's hands: it reads all types at once.
    predicate: ({ queryKey: [path, input] }) =>
      path === userInfo.path ||
      ((path === ofOffice.path || path === ofCompany.path) && (input as { query?: { type?: string } }).query?.type !== undefined),
  })

/** Keeps what this console's lists show current; said once, around all screens. */
export const useDisplayNews = (): void => {
  const refetch = () => void refetchDisplays()
  useLive(true, { display: refetch, reset: refetch, reopened: refetch })
}

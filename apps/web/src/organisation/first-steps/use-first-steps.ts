import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import type { FirstSteps } from '@mimamori/contract/first-steps'
import { admins, type Role } from '@mimamori/contract/role'
import { isAmong } from '@mimamori/contract/typed-lists'
import type { UnregisteredDevice } from '@mimamori/contract/unregistered-device'
import { useQuery } from '@tanstack/react-query'
import { showFailure } from '../../kit/dialogs.ts'
import { notify } from '../../kit/notify.ts'
import { call } from '../../platform/api.ts'
import { queryClient, queryOf } from '../../platform/query.ts'
import { useSingleMutation } from '../../platform/use-single-mutation.ts'
import { useViewer } from '../../platform/viewer.ts'
import { isStarted } from './step-words.ts'

/** Somebody waits beside the gateway for it to appear. */
const askAgainMs = 10_000

/**
 * How far a site has got: asked again while it is not started. Without a site, how far a company has got that has none.
 * @param enabled false for those to whom no steps are shown
 */
export const useFirstSteps = (officeId: number | undefined, enabled = true) =>
  useQuery({
    ...queryOf(endpoints.firstSteps.read, { query: { officeId } }),
    enabled,
    refetchInterval: ({ state: { data } }) => data !== undefined && !isStarted(data.steps) && askAgainMs,
  })

/** What sends to the site without being registered. */
export const useArrivedDevices = (officeId: number) =>
  useQuery({ ...queryOf(endpoints.unregisteredDevice.list, { query: { officeId } }), refetchInterval: askAgainMs })

/** Asks for the steps and everything that they show again. */
export const refreshSteps = (): Promise<unknown> =>
  Promise.all(
    [endpoints.firstSteps.read, endpoints.unregisteredDevice.list].map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })),
  )

/** Registers the devices of the list that is shown, all at once. */
export const useRegistration = (officeId: number) =>
  useSingleMutation({
    mutationFn: (devices: readonly Pick<UnregisteredDevice, 'kind' | 'serialNumber'>[]) =>
      call(endpoints.unregisteredDevice.register, {
        body: { officeId, devices: devices.map(({ kind, serialNumber }) => ({ kind, serialNumber })) },
      }),
    onSuccess: ({ registered }) => notify.success(message('devicesRegistered', { count: registered })),
    onError: (error) => void showFailure(error),
    onSettled: refreshSteps,
  })

/** The steps of a site that are shown on home: of administrators, until its first reading has come. */
export const useUnfinishedSteps = (officeId: number | undefined): FirstSteps | undefined => {
  const { roleKey } = useViewer()
  const { data } = useFirstSteps(officeId, officeId !== undefined && isAmong<Role>(admins, roleKey))
  return data !== undefined && !isStarted(data.steps) ? data : undefined
}

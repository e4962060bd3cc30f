import { message } from '@mimamori/contract/messages'
import { siteMap, type SiteMap } from '@mimamori/contract/site-map'
import { useRef, useState } from 'react'
import { showFailure } from '../kit/dialogs.ts'
import { notify } from '../kit/notify.ts'
import { geometryOf } from '../map-canvas/map-geometry.ts'
import { call } from '../platform/api.ts'
import { AnswerError } from '../platform/call-error.ts'
import { queryClient } from '../platform/query.ts'
import { followersOf } from './followers.ts'
import { saveBody } from './save-body.ts'
import { askToMoveAlong, askToRefetch, sayMapIsGone } from './save-questions.tsx'
import { siteDevices, type SiteDevice } from './site-device.ts'
import type { PlacingStore } from './use-placing.ts'
import { readSiteDevices } from './use-site-devices.ts'

const hasStatus = (error: unknown, status: number) => error instanceof AnswerError && error.status === status

// 404: one of the devices, or the map itself, was deleted meanwhile.
const isOvertaken = (error: unknown) => hasStatus(error, 412) || hasStatus(error, 404)

/** Whether the map itself was deleted; a map that cannot be read now is still taken for there. */
const isMapGone = async ({ id }: SiteMap): Promise<boolean> => {
  try {
    await call(siteMap.one, { params: { id } })
    return false
  } catch (error) {
    return hasStatus(error, 404)
  }
}

/**
 * Stores what was changed. Asks where linked devices move along (C040), and never overwrites what others did (C022).
 * @param leave leads away from a map that no longer exists
 */
export const useSave = (map: SiteMap, { act, latest }: Pick<PlacingStore, 'act' | 'latest'>, leave: () => void) => {
  const [saving, setSaving] = useState(false)
  const isRunning = useRef(false)

  const readAgain = async () => {
    try {
      act({ type: 'read', devices: await readSiteDevices(map) })
    } catch (error) {
      await showFailure(error)
    }
  }

  const store = async (): Promise<boolean> => {
    const sent = latest()
    const followers = followersOf(sent)
    if (followers.length > 0 && !(await askToMoveAlong(followers))) return false
    try {
      const answer = await call(siteMap.setDevices, { body: saveBody(map.id, map.officeId, sent) })
      const stored = siteDevices(map.id, geometryOf(map), {
        watchers: answer.listHeatIndexWatchers,
        gateways: answer.listGateways,
        barometers: answer.listReference,
      })
      act({ type: 'saved', devices: merged([...latest().devices.values()], stored), sent: sent.changes })
    } catch (error) {
      if (!isOvertaken(error)) await showFailure(error)
      else if (hasStatus(error, 404) && (await isMapGone(map))) {
        await sayMapIsGone()
        act({ type: 'drop-all' })
        leave()
      } else if (await askToRefetch(sent.changes.size)) await readAgain()
      return false
    }
    // Other screens show these devices too.
    queryClient.removeQueries({ type: 'inactive' })
    notify.success(message('C003'))
    return true
  }

  /** @returns whether everything that was there to be saved is */
  const save = async (): Promise<boolean> => {
    if (isRunning.current) return false
    if (latest().changes.size === 0) return true
    isRunning.current = true
    setSaving(true)
    try {
      return await store()
    } finally {
      isRunning.current = false
      setSaving(false)
    }
  }
  return { saving, save }
}

const merged = (before: readonly SiteDevice[], stored: readonly SiteDevice[]): SiteDevice[] => {
  const now = new Map(stored.map((device) => [device.key, device]))
  return before.map((device) => now.get(device.key) ?? device)
}

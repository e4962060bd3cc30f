import { isWorkerRole } from '@mimamori/contract/role'
import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../platform/query.ts'
import { useViewer } from '../../platform/viewer.ts'
import type { WorkOf } from './end-of-work.ts'

/**
 * Whose work the viewer may end of a site, or a group of it, that a screen shows: a leader their own group's. Undefined
 * where no single one is shown, or its name is not known yet.
 */
export const useWorkInView = ({ officeId, groupId }: { officeId: number | undefined; groupId: number | undefined }): WorkOf | undefined => {
  const viewer = useViewer()
  const asksOffices = viewer.officeName === null && officeId !== undefined
  const offices = useQuery({ ...queryOf(endpoints.office.search, {}), enabled: asksOffices }).data
  const asksGroups = viewer.groupName === null && groupId !== undefined
  const groups = useQuery({ ...queryOf(endpoints.group.names, { query: { officeId } }), enabled: asksGroups }).data
  if (isWorkerRole(viewer.roleKey)) {
    return viewer.groupId === null || viewer.groupName === null ? undefined : { groupId: viewer.groupId, name: viewer.groupName }
  }
  if (groupId !== undefined) {
    const name = groups?.find((group) => group.id === groupId)?.groupName
    return name === undefined ? undefined : { groupId, name }
  }
  const name = viewer.officeName ?? offices?.find((office) => office.officeId === officeId)?.officeName
  return officeId === undefined || name === undefined ? undefined : { officeId, name }
}

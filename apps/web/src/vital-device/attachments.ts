import type { Device } from '@mimamori/contract/device'
import { linksTo, type DeviceAttachments } from '../organisation/devices/device-attachments.ts'
import { isBelt } from './type-icon.tsx'

/** What is linked to something worn. */
export const attachmentsOf = (row: Device): DeviceAttachments => ({
  wearer: row.fullName ?? row.userName,
  links: linksTo(
    '気圧基準器',
    [row.referenceBarometerId].filter((serial) => serial !== null),
  ),
  onMap: false,
  isTold: isBelt(row.deviceType),
})

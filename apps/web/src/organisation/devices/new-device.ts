import { newDeviceSearch } from '@mimamori/contract/screen-search'
import { useSearchOf } from '../../platform/screen.ts'
import { useOfficeFromAddress } from '../offices/office-from-address.ts'

/**
 * What the form of a new device begins with by its address: the site, and the number of a device that sends already, empty
 * where none is given. Undefined until the sites are known.
 */
export const useNewDevice = () => {
  const office = useOfficeFromAddress()
  const { SerialNumber: serialNumber = '' } = useSearchOf(newDeviceSearch)
  return office === undefined ? undefined : { office, serialNumber }
}

import AlertOutlined from '@ant-design/icons/AlertOutlined'

import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined'
import ApiOutlined from '@ant-design/icons/ApiOutlined'
import BankOutlined from '@ant-design/icons/BankOutlined'
import BarChartOutlined from '@ant-design/icons/BarChartOutlined'
import BellOutlined from '@ant-design/icons/BellOutlined'
import BranchesOutlined from '@ant-design/icons/BranchesOutlined'
import CalendarOutlined from '@ant-design/icons/CalendarOutlined'
import CarryOutOutlined from '@ant-design/icons/CarryOutOutlined'
import CloudServerOutlined from '@ant-design/icons/CloudServerOutlined'
import CoffeeOutlined from '@ant-design/icons/CoffeeOutlined'
import DesktopOutlined from '@ant-design/icons/DesktopOutlined'
import DashboardOutlined from '@ant-design/icons/DashboardOutlined'
import EnvironmentOutlined from '@ant-design/icons/EnvironmentOutlined'
import FieldTimeOutlined from '@ant-design/icons/FieldTimeOutlined'
import FileProtectOutlined from '@ant-design/icons/FileProtectOutlined'
import FireOutlined from '@ant-design/icons/FireOutlined'
import HeartOutlined from '@ant-design/icons/HeartOutlined'
import HistoryOutlined from '@ant-design/icons/HistoryOutlined'
import HomeOutlined from '@ant-design/icons/HomeOutlined'
import IdcardOutlined from '@ant-design/icons/IdcardOutlined'

import LineChartOutlined from '@ant-design/icons/LineChartOutlined'
import QrcodeOutlined from '@ant-design/icons/QrcodeOutlined'
import RightOutlined from '@ant-design/icons/RightOutlined'
import SafetyOutlined from '@ant-design/icons/SafetyOutlined'
import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined'
import SettingOutlined from '@ant-design/icons/SettingOutlined'
import SlidersOutlined from '@ant-design/icons/SlidersOutlined'
import SoundOutlined from '@ant-design/icons/SoundOutlined'
import SolutionOutlined from '@ant-design/icons/SolutionOutlined'
import SwapOutlined from '@ant-design/icons/SwapOutlined'
import TeamOutlined from '@ant-design/icons/TeamOutlined'
import UserOutlined from '@ant-design/icons/UserOutlined'
import UserSwitchOutlined from '@ant-design/icons/UserSwitchOutlined'

const icons: Record<string, typeof HomeOutlined> = {
  M001: HomeOutlined,
  M041: HeartOutlined,
  M042: SafetyOutlined,
  M043: EnvironmentOutlined,
  M044: AlertOutlined,
  M045: SwapOutlined,
  M046: CoffeeOutlined,
  M048: CarryOutOutlined,
  M049: CalendarOutlined,
  M010: BankOutlined,
  M0111: UserSwitchOutlined,
  M011: SolutionOutlined,
  M012s: ApartmentOutlined,
  M013: IdcardOutlined,
  M014: SettingOutlined,
  M015: CloudServerOutlined,
  B001: UserOutlined,
  B002: TeamOutlined,
  B003: FireOutlined,
  B004: BranchesOutlined,
  B005: FieldTimeOutlined,
  B006: DashboardOutlined,
  B007: SlidersOutlined,
  B008: DesktopOutlined,
  B009: QrcodeOutlined,
  L001: HeartOutlined,
  L002: TeamOutlined,
  L003: LineChartOutlined,
  L004: ScheduleOutlined,
  W001: HeartOutlined,
  R001: BarChartOutlined,
  R002: SettingOutlined,
  R003: HistoryOutlined,
  R004: BellOutlined,
  R005: SoundOutlined,
  R006: FileProtectOutlined,
  R007: ApiOutlined,
}

/** The picture of a menu entry, by its code. The word beside it says what it is. */
export const MenuIcon = ({ code }: { readonly code: string }) => {
  const Icon = icons[code] ?? RightOutlined
  return <Icon aria-hidden="true" />
}

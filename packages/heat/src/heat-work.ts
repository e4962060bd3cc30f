/** WBGT or air temperature, in °C, from which work counts as work in heat. Source: 安衛則 第612条の2 (June 2025). */
export const HEAT_WORK_WBGT = 28
export const HEAT_WORK_AIR = 31

type Place = { readonly latitude: number; readonly longitude: number }

const earthRadiusMetres = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The way between two places over the earth taken as a ball, in metres; places in degrees. */
export const metresBetween = (one: Place, other: Place): number => {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * half(one.longitude, other.longitude)
  return 2 * earthRadiusMetres * Math.asin(Math.sqrt(chord))
}

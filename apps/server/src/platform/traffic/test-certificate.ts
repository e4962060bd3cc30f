import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Signed by itself, for localhost and 127.0.0.1, until 2126. Nothing but tests trusts it.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUOeMPsLBOwPp6knKrXgjgcmx4r9YwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDE1MjQwNFoYDzIxMjYxMDMx
MTUyNDA0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQxHv0DzkXeRiaIbzX/R31Ja0TVkm9sgese0NQ6Kj2xPh5DLu5S2F74
WM2OLjz6B5Q5ta5MnBT/WKGBwyeYLbpyo28wbTAdBgNVHQ4EFgQUdL1a+r6C7+NJ
SgnomPWGmp/AZWowHwYDVR0jBBgwFoAUdL1a+r6C7+NJSgnomPWGmp/AZWowDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhALIa+V/2+KtACKVg1C0gK/BySiBTDQ37CeHs//wxv4ftAiA4
FjV+lUxAs0Di2j7IjEA6End6Al0av5z68u1C68u7WQ==
-----END CERTIFICATE-----
`
const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPaAKYQNFCffzqQDl
g9e8osIg9zJT+00rloNa0kPrcWOhRANCAAQxHv0DzkXeRiaIbzX/R31Ja0TVkm9s
gese0NQ6Kj2xPh5DLu5S2F74WM2OLjz6B5Q5ta5MnBT/WKGBwyeYLbpy
-----END PRIVATE KEY-----
`

/** Files with a certificate for localhost and its key, as `TLS_CERT` and `TLS_KEY` name them. */
export const writeTestCertificate = (): { readonly tlsCert: string; readonly tlsKey: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-tls-'))
  const [tlsCert, tlsKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(tlsCert, certificate)
  writeFileSync(tlsKey, privateKey)
  return { tlsCert, tlsKey }
}

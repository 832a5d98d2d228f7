import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'

/** For mail servers of tests on this machine, valid until 2126. The key protects nothing. */
export const LOCALHOST_CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRIAU6JciMFIlVi7N
zWtsaC+GcIL3+s+5cQct+bWKCH2hRANCAATNxmt7KMAR8trvcPOOteQHxlEYmgKr
t0Ri0IqdrirEs5esC5l16XpP8s2t4Nv3W2pU3zJdFyCXRODuJ7fySKJh
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBoDCCAUegAwIBAgIUPGDAmk4zSGcy45lJT7c/TxBOdqgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjExMDIxNVoYDzIxMjYxMTAy
MTEwMjE1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATNxmt7KMAR8trvcPOOteQHxlEYmgKrt0Ri0IqdrirEs5esC5l16XpP
8s2t4Nv3W2pU3zJdFyCXRODuJ7fySKJho3UwczAdBgNVHQ4EFgQUl4xRhPx3KXR8
YSFs1gagsvgGVvkwHwYDVR0jBBgwFoAUl4xRhPx3KXR8YSFs1gagsvgGVvkwDwYD
VR0TAQH/BAUwAwEB/zAgBgNVHREEGTAXgglsb2NhbGhvc3SHBH8AAAGHBAAAAAAw
CgYIKoZIzj0EAwIDRwAwRAIgYwENhvYczZ64zuQze9cA44dEfSDdkfBen5wLs0zl
wUoCICxFTQ686+Vg7UeLZkcMrIKSbkJ1Rt/UNP2kuOsZvZ7H
-----END CERTIFICATE-----
`,
}

/** Until the end of the test. */
export function trustLocalhost(): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, LOCALHOST_CERTIFICATE.cert])
  onTestFinished(() => setDefaultCACertificates(before))
}

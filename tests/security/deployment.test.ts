import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')

it('no guide and no script has a shell run the settings file', () => {
  const texts = [
    'README.md',
    'Dockerfile',
    'compose.yaml',
    ...globSync(['docs/**/*.md', 'deploy/*', 'scripts/**/*.{ts,cjs}']),
  ]
  const runs = /(^|[\s;'"(&|])(\.|source)\s+\S*golconda\.env/m
  expect(texts.filter((file) => runs.test(read(file)))).toEqual([])
  const guide = read('docs/operations.md')
  expect(guide).toContain('--property=EnvironmentFile=/etc/golconda.env')
  // systemd would expand dollar signs in commands.
  expect(guide).toContain('--expand-environment=no')
})

/** Settings of systemd; the last of a name wins. */
const unit = (file: string) =>
  new Map([...read(file).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

describe.each(['deploy/golconda.service', 'deploy/golconda-backup.service'])('%s', (file) => {
  it('Deployment: has only the permissions that the shop needs', () => {
    const may = {
      SystemCallFilter: '@system-service',
      SystemCallArchitectures: 'native',
      RestrictAddressFamilies: 'AF_UNIX AF_INET AF_INET6',
      CapabilityBoundingSet: '',
      ProtectSystem: 'strict',
      ProtectProc: 'invisible',
      UMask: '0077',
    }
    const yes = ['NoNewPrivileges', 'PrivateDevices', 'PrivateTmp', 'ProtectClock', 'ProtectHome', 'ProtectHostname']
      .concat(['ProtectKernelLogs', 'ProtectKernelModules', 'ProtectKernelTunables', 'ProtectControlGroups'])
      .concat(['RestrictNamespaces', 'RestrictRealtime', 'RestrictSUIDSGID', 'LockPersonality', 'RemoveIPC'])
    const set = Object.fromEntries(unit(file))
    expect(set).toMatchObject({ ...may, ...Object.fromEntries(yes.map((name) => [name, 'yes'])) })
    expect(set.MemoryMax).toMatch(/^\d+M$/)
    expect(set.TasksMax).toMatch(/^\d+$/)
    expect(set.LimitCORE).toBe('0')
  })
})

/** The texts of the containers in compose.yaml. */
const containers = () =>
  read('compose.yaml')
    .replace(/^networks:[\s\S]*/m, '')
    .split(/^ {2}(?=\w+:\n {4})/m)
    .slice(1)

it('Deployment: no container can exhaust the memory, the processes or, by its log, the disk of the machine', () => {
  const services = containers()
  expect(services.map((service) => service.split(':', 1)[0])).toEqual(['database', 'shop', 'backup'])
  for (const service of services) expect(service).toMatch(/mem_limit: \d+[mg]\n {4}pids_limit: \d+\n {4}logging: [&*]/)
})

it('Deployment: on one machine the shop gets four times the processor time of a busy database, and a backup least', () => {
  expect(unit('deploy/golconda.service').get('CPUWeight')).toBe('400')
  expect(unit('deploy/golconda-backup.service').get('CPUWeight')).toBe('20')
  const shares = containers().map((service) => /^ {4}cpu_shares: (\d+)$/m.exec(service)?.[1])
  expect(shares).toEqual(['1024', '4096', '256'])
})

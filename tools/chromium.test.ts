import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findChromium } from './chromium.mjs'

test('the program that the environment names is taken, a headless shell only where no whole browser is asked for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bubblequest-chromium-'))
  const program = (name: string) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    chmodSync(path, 0o755)
    return path
  }
  vi.stubEnv('PATH', join(folder, 'bin'))
  const found = (named: string) => {
    vi.stubEnv('CHROMIUM_PATH', named)
    return [findChromium(), findChromium({ whole: true })]
  }
  const [chrome, installed] = [program('chrome'), program('bin/chromium')]
  const shell = program('chrome-headless-shell-linux64/chrome-headless-shell')
  const link = join(folder, 'shell')
  symlinkSync(shell, link)
  expect(found(chrome)).toEqual([chrome, chrome])
  for (const named of [shell, link, program('headless_shell')]) expect(found(named)).toEqual([named, installed])
  expect(found(join(folder, 'none'))).toEqual([undefined, undefined])
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

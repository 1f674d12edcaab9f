import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findChromium } from './chromium.mjs'

let folder: string

/** A program of that name. */
function program(name: string): string {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '')
  chmodSync(path, 0o755)
  return path
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bubblequest-chromium-'))
  for (const name of ['CHROMIUM_PATH', 'PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH']) vi.stubEnv(name, '')
  vi.stubEnv('PATH', join(folder, 'bin'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('the program that the environment names is taken for all stories', () => {
  const named = program('chrome')
  vi.stubEnv('CHROMIUM_PATH', named)
  expect([findChromium(), findChromium({ whole: true })]).toEqual([named, named])
  vi.stubEnv('CHROMIUM_PATH', join(folder, 'none'))
  expect(findChromium()).toBeUndefined()
})

test('a headless shell that is named does not count where a whole browser is asked for', () => {
  const shell = program('chrome-headless-shell-linux64/chrome-headless-shell')
  const link = join(folder, 'chrome')
  symlinkSync(shell, link)
  for (const named of [shell, link, program('headless_shell')]) {
    vi.stubEnv('CHROMIUM_PATH', named)
    expect(findChromium()).toBe(named)
    expect(findChromium({ whole: true })).not.toBe(named)
  }
  const whole = program('bin/chromium')
  expect(findChromium({ whole: true })).toBe(whole)
})

import { LogOut, Tablet } from 'lucide-react'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { DeviceId } from '#domain/contract/ids.ts'
import type { DeviceChoiceType } from '#app/lib/device/device-choice-props.ts'
import { motionAtom, newsAtom, shortcutsAtom, soundAtom } from '#app/lib/device/device-settings.ts'
import { isIosSafariTab } from '#app/lib/device/ios.ts'
import { isPlainHttp } from '#app/lib/device/is-plain-http.ts'
import { chooseLanguage, language } from '#app/texts/page-language.ts'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { equalSegments, RadioField, segment } from '#app/ui/controls/radio-field.tsx'
import { languageOptions } from '#app/ui/controls/language-select.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { useCommand } from '#app/lib/state/use-command.ts'
import { settings } from '#texts/settings'
import { AddToHomeScreen } from './add-to-home-screen.tsx'
import { SettingsCard } from './settings-card.tsx'

type DeviceCardProps = { DeviceChoice: DeviceChoiceType; onSignedOut: () => void }

export function DeviceCard({ DeviceChoice, onSignedOut }: DeviceCardProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [kept, setKept] = useState<readonly DeviceId[]>([])
  const [isLoud, setIsLoud] = useAtom(soundAtom)
  const [moves, setMoves] = useAtom(motionAtom)
  const [saysNews, setSaysNews] = useAtom(newsAtom)
  const [hasShortcuts, setHasShortcuts] = useAtom(shortcutsAtom)
  const logout = useCommand('logoutEverywhere', { failure: settings.signOutFailed })
  const isLeaving = logout.isPending || logout.isSuccess
  const ask = () => {
    setKept([])
    setIsAsking(true)
  }
  return (
    <SettingsCard title={settings.device} text={settings.deviceText}>
      <RadioField
        label={settings.language}
        value={language}
        onValueChange={chooseLanguage}
        isManual
        className={equalSegments}
        optionClassName={segment}
        options={languageOptions}
      />
      <div className="flex flex-col gap-3">
        <Switch
          label={<Named name={settings.sound} text={settings.soundText} />}
          checked={isLoud}
          onCheckedChange={setIsLoud}
        />
        <Switch
          label={<Named name={settings.motion} text={settings.motionText} />}
          checked={moves}
          onCheckedChange={setMoves}
        />
        <Switch
          label={<Named name={settings.news} text={settings.newsText} />}
          checked={saysNews}
          onCheckedChange={setSaysNews}
        />
        <Switch
          label={<Named name={settings.shortcuts} text={settings.shortcutsText} />}
          checked={hasShortcuts}
          onCheckedChange={setHasShortcuts}
        />
      </div>
      {isSecureContext && isIosSafariTab() && <AddToHomeScreen />}
      <div className="border-line flex flex-col items-start gap-3 border-t pt-5">
        <p className="text-muted">{settings.wallText}</p>
        <Button variant="quiet" asChild>
          <Link to="/wall">
            <Tablet aria-hidden />
            <span>{settings.openWall}</span>
          </Link>
        </Button>
      </div>
      {(isPlainHttp() || !isSecureContext) && (
        <div className="border-line flex flex-col gap-3 border-t pt-5">
          {isPlainHttp() && <p>{settings.plainHttp}</p>}
          {!isSecureContext && <p className="text-muted">{settings.needsHttps}</p>}
        </div>
      )}
      <div className="border-line mt-auto flex flex-col items-start gap-3 border-t pt-5">
        <p className="text-muted">{settings.lostText}</p>
        <Button variant="quiet" onClick={ask}>
          <LogOut aria-hidden />
          <span>{settings.signOutEverywhere}</span>
        </Button>
      </div>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={settings.signOutEverywhere}
        description={settings.signOutQuestion}
        confirmLabel={isLeaving ? settings.signingOut : settings.signOutEverywhere}
        destructive
        busy={isLeaving}
        onConfirm={() => logout.mutate({ body: { keepDeviceIds: [...kept] } }, { onSuccess: onSignedOut })}
      >
        <DeviceChoice kept={kept} onKeep={setKept} note={settings.separating} />
      </AlertDialog>
    </SettingsCard>
  )
}

function Named({ name, text }: { name: string; text: string }) {
  return (
    <>
      <span>{name}</span>
      <span className="text-muted block font-normal">{text}</span>
    </>
  )
}

import { Share, SquarePlus } from 'lucide-react'
import { settings } from '#texts/settings'

/** Explains how to install the app in Safari on iPads and iPhones, because no page can do it there. */
export function AddToHomeScreen() {
  return (
    <div className="border-line flex flex-col gap-3 border-t pt-5">
      <p className="text-muted">{settings.homeScreenText}</p>
      <ol className="flex flex-wrap gap-x-5 gap-y-2 font-semibold [&_svg]:text-grape [&_svg]:size-6 [&_svg]:shrink-0">
        <li className="flex items-center gap-2">
          <Share aria-hidden />
          <span>{settings.homeScreenShare}</span>
        </li>
        <li className="flex items-center gap-2">
          <SquarePlus aria-hidden />
          <span>{settings.homeScreenAdd}</span>
        </li>
      </ol>
      <p className="text-muted">{settings.homeScreenKeeps}</p>
    </div>
  )
}

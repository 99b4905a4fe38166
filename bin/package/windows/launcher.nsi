; Hangtag.exe: starts Hangtag without a black window, or opens the one that runs. What it says is in the browser.
Unicode true
Name "Hangtag"
OutFile "${TO}"
Icon "${ICON}"
RequestExecutionLevel user
SilentInstall silent
SetCompressor lzma
SetDateSave off
ManifestDPIAware true
ManifestDPIAwareness "PerMonitorV2,PerMonitor"
ManifestSupportedOS Win10
VIProductVersion "${VERSION4}"
VIAddVersionKey ProductName "Hangtag"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Hangtag"
VIAddVersionKey CompanyName "Hangtag"
VIAddVersionKey LegalCopyright "MIT License"

!include FileFunc.nsh
!include LogicLib.nsh

Section
  ${GetParameters} $0
  SetOutPath "$PROFILE"
  ClearErrors
  ExecShell "open" "$EXEDIR\node\node.exe" '"$EXEDIR\bin\hangtag.mjs" $0' SW_HIDE
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONSTOP "Windows didn't start Hangtag. An antivirus may have taken a file away. Install Hangtag again."
    SetErrorLevel 1
  ${EndIf}
SectionEnd

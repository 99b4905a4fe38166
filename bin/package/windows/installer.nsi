; Hangtag-Setup.exe: installs Hangtag for one user, without an administrator. makensis gets version, folder, and sizes from windows.mjs.
Unicode true
Name "Hangtag"
OutFile "${TO}"
InstallDir "$LOCALAPPDATA\Programs\Hangtag"
RequestExecutionLevel user
SetCompressor ${COMPRESSOR}
!if "${COMPRESSOR}" == "/SOLID lzma"
  SetCompressorDictSize 64
!endif
SetDateSave off
ManifestDPIAware true
ManifestDPIAwareness "PerMonitorV2,PerMonitor"
ManifestSupportedOS Win10
AutoCloseWindow true
ShowInstDetails nevershow
ShowUninstDetails nevershow
BrandingText "Hangtag ${VERSION}"

VIProductVersion "${VERSION4}"
VIAddVersionKey ProductName "Hangtag"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Installs Hangtag"
VIAddVersionKey CompanyName "Hangtag"
VIAddVersionKey LegalCopyright "MIT License"

!include MUI2.nsh
!include nsDialogs.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include x64.nsh

!define DATA "$LOCALAPPDATA\Hangtag"
!define TASK "${DATA}\hangtag-task.xml"
!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Hangtag"
!define SHORTCUT "$SMPROGRAMS\Hangtag.lnk"
; On the path of every user.
!define COMMAND "$LOCALAPPDATA\Microsoft\WindowsApps\hangtag.cmd"
!define OLD "$INSTDIR.old"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
Page custom askInstall readInstall
!insertmacro MUI_PAGE_INSTFILES
UninstPage custom un.askUninstall un.readUninstall
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

Var atSignIn
Var deletesData
Var box
Var result

; Says why Hangtag can't be installed, and ends.
!macro refuseIf WRONG TEXT
  ${If} ${WRONG}
    MessageBox MB_OK|MB_ICONSTOP "${TEXT}" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend

Function .onInit
  ${IfNot} ${RunningX64}
    !insertmacro refuseIf "1 = 1" "Hangtag needs 64-bit Windows. This Windows is 32-bit."
  ${EndIf}
  ${IfNot} ${AtLeastWin10}
    !insertmacro refuseIf "1 = 1" "Hangtag needs Windows 10 or newer."
  ${EndIf}
  ${If} ${IsNativeARM64}
  ${AndIfNot} ${AtLeastBuild} 22000
    !insertmacro refuseIf "1 = 1" "On this kind of computer (ARM), Hangtag needs Windows 11."
  ${EndIf}
  ${GetRoot} "$LOCALAPPDATA" $0
  ${DriveSpace} "$0\" "/D=F /S=M" $1
  ${IfNot} ${Errors}
    !insertmacro refuseIf "$1 < 1000" "Hangtag needs 1 GB of free space on $0, and $1 MB are free. Free some space, then start this again."
  ${EndIf}
  ; An update leaves it as it was.
  StrCpy $atSignIn 1
  ${If} ${FileExists} "$INSTDIR\bin\hangtag.mjs"
  ${AndIfNot} ${FileExists} "${TASK}"
    StrCpy $atSignIn 0
  ${EndIf}
FunctionEnd

Function askInstall
  ${If} ${FileExists} "$INSTDIR\bin\hangtag.mjs"
    !insertmacro MUI_HEADER_TEXT "Update Hangtag" "Your accounts, settings, and history stay as they are."
  ${Else}
    !insertmacro MUI_HEADER_TEXT "Install Hangtag" "It runs on this computer, for you alone."
  ${EndIf}
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateLabel} 0 0 100% 24u "Hangtag shares your Poshmark closet and prices your items. When it is ready, it opens in your browser."
  Pop $0
  ${NSD_CreateCheckbox} 0 36u 100% 12u "&Start Hangtag when I sign in to Windows"
  Pop $box
  ${NSD_SetState} $box $atSignIn
  ${NSD_CreateLabel} 12u 50u 95% 24u "It can share only while it runs and this computer is awake."
  Pop $0
  GetDlgItem $0 $HWNDPARENT 1
  SendMessage $0 ${WM_SETTEXT} 0 "STR:&Install"
  nsDialogs::Show
FunctionEnd

Function readInstall
  ${NSD_GetState} $box $atSignIn
FunctionEnd

; Runs the command hangtag without a window. $result: its exit code.
!macro hangtag WORDS
  nsExec::Exec '"$INSTDIR\node\node.exe" "$INSTDIR\bin\hangtag.mjs" ${WORDS}'
  Pop $result
!macroend

; Ends the running Hangtag, then moves the program to ${OLD}. Windows refuses that while any of its files is open.
!macro takeAway
  ${Do}
    ${If} ${FileExists} "$INSTDIR\bin\hangtag.mjs"
      !insertmacro hangtag stop
    ${EndIf}
    RMDir /r "${OLD}"
    StrCpy $0 0
    ${Do}
      ClearErrors
      ${IfNot} ${FileExists} "$INSTDIR\*.*"
        ${ExitDo}
      ${EndIf}
      Rename "$INSTDIR" "${OLD}"
      ${IfNot} ${Errors}
      ${OrIf} $0 = 20
        ${ExitDo}
      ${EndIf}
      IntOp $0 $0 + 1
      Sleep 500
    ${Loop}
    ${IfNot} ${FileExists} "$INSTDIR\*.*"
      ${ExitDo}
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Another program, most likely an antivirus, still uses Hangtag's files in $INSTDIR. Wait a moment, then try again. Nothing has changed so far." /SD IDCANCEL IDRETRY +3
    SetErrorLevel 3
    Abort "Another program uses Hangtag's files. Nothing has changed."
  ${Loop}
!macroend

Section
  SetDetailsPrint textonly
  DetailPrint "Stopping Hangtag…"
  ; A second try leads here, too: what the first one has put aside is the program.
  ${IfNot} ${FileExists} "$INSTDIR\bin\hangtag.mjs"
  ${AndIf} ${FileExists} "${OLD}\bin\hangtag.mjs"
    RMDir /r "$INSTDIR"
    Rename "${OLD}" "$INSTDIR"
  ${EndIf}
  SetOutPath "$LOCALAPPDATA\Programs"
  !insertmacro takeAway

  DetailPrint "Copying files…"
  SetDetailsPrint none
  ClearErrors
  !include "${FILES}"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  ${If} ${Errors}
    SetOutPath "$LOCALAPPDATA\Programs"
    RMDir /r "$INSTDIR"
    Rename "${OLD}" "$INSTDIR"
    MessageBox MB_OK|MB_ICONSTOP "Windows didn't let the installer write all files to $INSTDIR. An antivirus may have stopped it, or the disk is full. Your data is safe. Start the installer again." /SD IDOK
    SetErrorLevel 4
    Quit
  ${EndIf}
  RMDir /r "${OLD}"

  CreateDirectory "$LOCALAPPDATA\Microsoft\WindowsApps"
  FileOpen $0 "${COMMAND}" w
  FileWrite $0 '@"%LOCALAPPDATA%\Programs\Hangtag\node\node.exe" "%LOCALAPPDATA%\Programs\Hangtag\bin\hangtag.mjs" %*$\r$\n'
  FileClose $0
  SetOutPath "$INSTDIR"
  CreateShortcut "${SHORTCUT}" "$INSTDIR\Hangtag.exe" "" "$INSTDIR\Hangtag.exe" 0
  WriteRegStr HKCU "${ENTRY}" DisplayName "Hangtag"
  WriteRegStr HKCU "${ENTRY}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${ENTRY}" Publisher "Hangtag"
  WriteRegStr HKCU "${ENTRY}" DisplayIcon "$INSTDIR\Hangtag.exe"
  WriteRegStr HKCU "${ENTRY}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${ENTRY}" UninstallString '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${ENTRY}" QuietUninstallString '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${ENTRY}" EstimatedSize ${KILOBYTES}
  WriteRegDWORD HKCU "${ENTRY}" NoModify 1
  WriteRegDWORD HKCU "${ENTRY}" NoRepair 1

  SetDetailsPrint textonly
  DetailPrint "Starting Hangtag…"
  StrCpy $0 ""
  ${If} ${Silent}
    StrCpy $0 "--no-open"
  ${EndIf}
  ExecShell "open" "$INSTDIR\Hangtag.exe" "$0"
  ; The service must find the one that was just started.
  StrCpy $0 0
  ${DoUntil} ${FileExists} "${DATA}\running.json"
    IntOp $0 $0 + 1
    ${If} $0 > 60
      ${ExitDo}
    ${EndIf}
    Sleep 250
  ${Loop}
  ${If} $atSignIn = 1
    !insertmacro hangtag "service install"
    ${If} $result <> 0
      MessageBox MB_OK|MB_ICONINFORMATION "Hangtag is installed, but Windows didn't let it start on its own. Start it from the Start menu." /SD IDOK
    ${EndIf}
  ${ElseIf} ${FileExists} "${TASK}"
    !insertmacro hangtag "service remove"
  ${EndIf}
SectionEnd

Function un.onInit
  StrCpy $deletesData 0
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/DELETEDATA" $1
  ${IfNot} ${Errors}
    StrCpy $deletesData 1
  ${EndIf}
FunctionEnd

Function un.askUninstall
  !insertmacro MUI_HEADER_TEXT "Uninstall Hangtag" "Sharing stops. Nothing changes on Poshmark."
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateLabel} 0 0 100% 24u "Your data stays on this computer, so that you can install Hangtag again and go on."
  Pop $0
  ${NSD_CreateCheckbox} 0 36u 100% 12u "Also &delete my data: accounts, settings, and history"
  Pop $box
  ${NSD_SetState} $box $deletesData
  ${NSD_CreateLabel} 12u 50u 95% 24u "This can't be undone."
  Pop $0
  GetDlgItem $0 $HWNDPARENT 1
  SendMessage $0 ${WM_SETTEXT} 0 "STR:&Uninstall"
  nsDialogs::Show
FunctionEnd

Function un.readUninstall
  ${NSD_GetState} $box $deletesData
FunctionEnd

; What Hangtag itself has made outside of its folders, so that its database starts also for Jörg.
Function un.removeJunctions
  FindFirst $0 $1 "${DATA}\postgres\junction-*"
  ${DoUntil} $1 == ""
    FileOpen $2 "${DATA}\postgres\$1" r
    FileRead $2 $3
    FileClose $2
    RMDir "$3"
    Delete "${DATA}\postgres\$1"
    FindNext $0 $1
  ${Loop}
  FindClose $0
FunctionEnd

Section Uninstall
  SetDetailsPrint textonly
  DetailPrint "Stopping Hangtag…"
  SetOutPath "$LOCALAPPDATA\Programs"
  !insertmacro hangtag "service remove"
  !insertmacro takeAway
  Call un.removeJunctions
  DetailPrint "Removing files…"
  SetDetailsPrint none
  RMDir /r "${OLD}"
  Delete "${SHORTCUT}"
  Delete "${COMMAND}"
  DeleteRegKey HKCU "${ENTRY}"
  ${If} $deletesData = 1
    RMDir /r "${DATA}"
  ${EndIf}
SectionEnd

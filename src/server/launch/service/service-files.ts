// The files that make a system start Hangtag when its user signs in: a systemd unit, a LaunchAgent, and a scheduled task.

export type Service = {
  /** Node.js, its flags, and what it runs. */
  command: readonly string[];
  dataDir: string;
};

/** A file of settings that Node.js reads (`--env-file`). A value has the quotes that it doesn't contain itself. */
export const settingsFile = (settings: readonly (readonly [string, string])[]): string =>
  settings
    .map(([name, value]) => {
      const quote = [`'`, '"', '`'].find((sign) => !value.includes(sign)) ?? '';
      return `${name}=${quote}${value}${quote}\n`;
    })
    .join('');

/** In systemd's quotes. Its specifiers begin with %, and its variables with $. */
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;

export const systemdUnit = ({ command }: Service): string => `[Unit]
Description=Hangtag
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart=${command.map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ')}
KillMode=mixed
TimeoutStopSec=15
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=78
Delegate=memory
DelegateSubgroup=main

[Install]
WantedBy=default.target
`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Also of Hangtag.app, under whose name the Mac's settings show it. */
export const agentName = 'app.hangtag';

export const launchAgent = ({ command, dataDir }: Service): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${agentName}</string>
  <key>AssociatedBundleIdentifiers</key>
  <string>${agentName}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${escaped(word)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>StandardOutPath</key>
  <string>${escaped(`${dataDir}/hangtag.log`)}</string>
  <key>StandardErrorPath</key>
  <string>${escaped(`${dataDir}/hangtag.log`)}</string>
</dict>
</plist>
`;

/** In quotes as Windows programs read them: a backslash before a quote counts. */
const windowsQuoted = (text: string): string => `"${text.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;

/** Without conhost, a window would stay open. */
export const scheduledTask = ({ command }: Service, user: string): string => `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.4" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Starts Hangtag when you sign in.</Description>
  </RegistrationInfo>
  <Triggers>
    <LogonTrigger>
      <UserId>${escaped(user)}</UserId>
    </LogonTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${escaped(user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure>
      <Interval>PT1M</Interval>
      <Count>10</Count>
    </RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>%SystemRoot%\\System32\\conhost.exe</Command>
      <Arguments>${escaped(['--headless', ...command.map(windowsQuoted)].join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;

; Inno Setup 6: makes dist\brikdesk-VERSION-setup.exe from the folder that packaging/build leaves on Windows.
;   iscc /DVersion=0.1.0 packaging\windows\brikdesk.iss     (packaging/windows/setup finds the version itself)
; Installs for one person without asking for rights, or for all where the installer is run as administrator.

#ifndef Version
  #error Give the version: iscc /DVersion=1.2.3
#endif
#define Top "..\.."
#define Kind "BrikDesk.Campaign"

[Setup]
AppId={{7B1E2B0C-6C3B-4B6E-9C55-B2D5C0A1F0B7}
AppName=BrikDesk
AppVersion={#Version}
AppVerName=BrikDesk {#Version}
AppPublisher=BrikDesk contributors
VersionInfoVersion={#Version}
DefaultDirName={autopf}\BrikDesk
DefaultGroupName=BrikDesk
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog commandline
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile={#Top}\LICENSE
SetupIconFile={#Top}\build\icons\brikdesk.ico
UninstallDisplayIcon={app}\brikdesk.exe
UninstallDisplayName=BrikDesk
ChangesAssociations=yes
CloseApplications=yes
WizardStyle=modern
Compression=lzma2
SolidCompression=yes
OutputDir={#Top}\dist
OutputBaseFilename=brikdesk-{#Version}-setup

[Languages]
Name: "english"; MessagesFile: "compiler:Default.isl"
Name: "german"; MessagesFile: "compiler:Languages\German.isl"

[Tasks]
Name: "desktop"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "associate"; Description: "{cm:AssocFileExtension,BrikDesk,.brik}"

[InstallDelete]
; Modules of an older version must not stay beside those of the new one.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Top}\dist\brikdesk\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[Icons]
Name: "{autoprograms}\BrikDesk"; Filename: "{app}\brikdesk.exe"; WorkingDir: "{userdocs}"
Name: "{autodesktop}\BrikDesk"; Filename: "{app}\brikdesk.exe"; WorkingDir: "{userdocs}"; Tasks: desktop

[Registry]
; HKA is the person's part of the registry, or that of all, as it was installed. All of it goes with the program.
Root: HKA; Subkey: "Software\Classes\.brik"; ValueType: string; ValueName: ""; ValueData: "{#Kind}"; Flags: uninsdeletevalue uninsdeletekeyifempty; Tasks: associate
Root: HKA; Subkey: "Software\Classes\.brik"; ValueType: string; ValueName: "Content Type"; ValueData: "application/x-brikdesk-campaign"; Flags: uninsdeletevalue uninsdeletekeyifempty; Tasks: associate
Root: HKA; Subkey: "Software\Classes\.brik\OpenWithProgids"; ValueType: string; ValueName: "{#Kind}"; ValueData: ""; Flags: uninsdeletevalue uninsdeletekeyifempty; Tasks: associate
Root: HKA; Subkey: "Software\Classes\{#Kind}"; ValueType: string; ValueName: ""; ValueData: "BrikDesk campaign"; Flags: uninsdeletekey; Tasks: associate
Root: HKA; Subkey: "Software\Classes\{#Kind}\DefaultIcon"; ValueType: string; ValueName: ""; ValueData: "{app}\brikdesk.exe,0"; Tasks: associate
Root: HKA; Subkey: "Software\Classes\{#Kind}\shell\open\command"; ValueType: string; ValueName: ""; ValueData: """{app}\brikdesk.exe"" ""%1"""; Tasks: associate
Root: HKA; Subkey: "Software\Microsoft\Windows\CurrentVersion\App Paths\brikdesk.exe"; ValueType: string; ValueName: ""; ValueData: "{app}\brikdesk.exe"; Flags: uninsdeletekey

[Run]
Filename: "{app}\brikdesk.exe"; Description: "{cm:LaunchProgram,BrikDesk}"; Flags: nowait postinstall skipifsilent

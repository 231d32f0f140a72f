@py -3 "%~dp0dev.py" %*
